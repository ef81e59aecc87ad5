"""The ground of every figure: sums that merge, intervals whose unit is the block, levels judged together.

A *block* is one deal played in all its rotations. Games of a block share their deal, so they are not independent;
blocks are. Everything here takes sums over blocks and never a single game as its unit.

    moments        sums and cross products over blocks, which add up part by part
    ratios         shares and means as ratios of such sums, with their linearised covariance
    intervals      intervals for shares, means and differences
    differences    differences of shares of the same blocks, their p-values, and the blocks that would settle them
    verdict        an interval against limits: within, above, below or undecided
    simultaneous   several levels of a table judged together
    histograms     exact distributions of whole numbers, with intervals for their quantiles
    paired         differences between design points that were dealt the same blocks
"""

from analysis.statistics.differences import Differences
from analysis.statistics.histograms import Histogram
from analysis.statistics.intervals import difference_interval, mean_interval, share_interval
from analysis.statistics.moments import Moments
from analysis.statistics.paired import PairedDifferences, PairMoments, paired_differences
from analysis.statistics.ratios import Ratios, ratios
from analysis.statistics.simultaneous import max_t_critical, sidak_confidence
from analysis.statistics.verdict import judge

__all__ = [
    "Differences",
    "Histogram",
    "Moments",
    "PairMoments",
    "PairedDifferences",
    "Ratios",
    "difference_interval",
    "judge",
    "max_t_critical",
    "mean_interval",
    "paired_differences",
    "ratios",
    "share_interval",
    "sidak_confidence",
]
