"""The body of each command of `balancier`, one module a command, imported only when that command is called."""
