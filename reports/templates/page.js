"use strict";
// What a page does when it is clicked: tables that sort and filter, figures and their numbers to save, parts that fold. Without it all is there to be read.
(() => {
  const words = JSON.parse(document.body.dataset.words);
  const language = document.documentElement.lang;
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  // -- tables

  const key = (row, column, numeric) => {
    const cell = row.cells[column];
    if (!numeric) return cell.textContent.trim();
    const text = cell.dataset.value ?? cell.textContent.trim();
    return text === "" ? NaN : Number(text);
  };

  // Cells without a number stay below, whichever way round.
  const compared = (a, b, numeric, sign) => {
    if (!numeric) return sign * collator.compare(a, b);
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
    return sign * (a - b);
  };

  const sortable = (table) => {
    const body = table.tBodies[0];
    const original = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const numeric = head.classList.contains("number") && original.some((row) => !Number.isNaN(key(row, column, true)));
      if (!head.textContent.trim()) return;
      const button = make("button", { type: "button", className: "sort", title: words.sort }, ...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const turns = numeric ? ["descending", "ascending"] : ["ascending", "descending"];
        const next = turns[turns.indexOf(head.getAttribute("aria-sort")) + 1];
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        if (next) head.setAttribute("aria-sort", next);
        const sign = next === "descending" ? -1 : 1;
        const keyed = original.map((row) => [key(row, column, numeric), row]);
        if (next) keyed.sort((a, b) => compared(a[0], b[0], numeric, sign));
        body.append(...keyed.map(([, row]) => row));
      });
    });
  };

  const filterable = (table) => {
    const rows = [...table.tBodies[0].rows];
    const texts = rows.map((row) => plain(row.textContent));
    const name = table.caption ? table.caption.textContent : "";
    const box = make("input", { type: "search", placeholder: words.find, autocomplete: "off", spellcheck: false });
    box.setAttribute("aria-label", `${words.find} ${name}`.trim());
    const told = make("output", { className: "told" });
    box.addEventListener("input", () => {
      const wanted = plain(box.value).split(/\s+/).filter(Boolean);
      let shown = 0;
      rows.forEach((row, k) => {
        row.hidden = !wanted.every((word) => texts[k].includes(word));
        shown += !row.hidden;
      });
      told.textContent = wanted.length ? words.rows.replace("{shown}", shown).replace("{all}", rows.length) : "";
    });
    table.closest(".scroll").before(make("div", { className: "find" }, box, told));
  };

  document.querySelectorAll("table.sortable").forEach(sortable);
  document.querySelectorAll("table.filterable").forEach(filterable);

  // A table that is wider than its place can be scrolled with the keyboard.
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  document.querySelectorAll(".scroll, pre").forEach((element) => watch.observe(element));

  // -- figures

  const save = (name, blob) => {
    const address = URL.createObjectURL(blob);
    const link = make("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  };

  // The light colours, whatever the page wears: a saved figure is pasted on white.
  const palette = () => {
    const root = [...document.styleSheets[0].cssRules].find((rule) => rule.selectorText === ":root").style;
    return Object.fromEntries([...root].filter((name) => name.startsWith("--")).map((name) => [name, root.getPropertyValue(name).trim()]));
  };

  const standalone = (figure) => {
    const svg = figure.querySelector("svg").cloneNode(true);
    const [, , width, height] = svg.getAttribute("viewBox").split(" ");
    const colours = palette();
    svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    svg.setAttribute("style", 'font-family: "DejaVu Sans", Verdana, sans-serif; stroke-linejoin: round; stroke-linecap: butt');
    svg.insertAdjacentHTML("afterbegin", `<rect width="100%" height="100%" fill="${colours["--paper"]}"/>`);
    const text = new XMLSerializer().serializeToString(svg).replace(/var\((--[a-z0-9]+)\)/g, (whole, name) => colours[name] ?? whole);
    return { text, width: Number(width), height: Number(height) };
  };

  const asPng = (figure, name) => {
    const { text, width, height } = standalone(figure);
    const image = new Image();
    image.addEventListener("load", () => {
      const canvas = make("canvas", { width: 3 * width, height: 3 * height });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => save(name, blob), "image/png");
    });
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  };

  document.querySelectorAll("figure[data-name]").forEach((figure) => {
    const { name, csv } = figure.dataset;
    const tools = make("div", { className: "tools" });
    const tool = (label, act) => {
      const button = make("button", { type: "button", textContent: label });
      button.setAttribute("aria-label", `${label}: ${figure.querySelector("svg > title").textContent}`);
      button.addEventListener("click", act);
      tools.append(button);
    };
    if (csv) tool(words.csv, () => save(`${name}.csv`, new Blob(["\ufeff", csv], { type: "text/csv;charset=utf-8" })));
    tool("SVG", () => save(`${name}.svg`, new Blob([standalone(figure).text], { type: "image/svg+xml" })));
    tool("PNG", () => asPng(figure, `${name}.png`));
    figure.append(tools);
  });

  // -- parts that fold, and the way to them

  const contents = document.querySelector(".contents details");
  const folds = () => document.querySelectorAll("main details");
  const opened = (target) => {
    for (let at = target; at; at = at.parentElement) if (at.localName === "details" && at !== contents) at.open = true;
  };
  const follow = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    opened(target);
    target.scrollIntoView();
  };
  for (const [id, open] of [["unfold", true], ["fold", false]]) {
    const button = document.getElementById(id);
    if (!folds().length) continue;
    button.hidden = false;
    button.addEventListener("click", () => folds().forEach((details) => { details.open = open; }));
  }
  window.addEventListener("hashchange", follow);
  follow();
  if (contents) {
    const shut = () => { contents.open = false; };
    contents.addEventListener("click", (event) => { if (event.target.closest("a")) shut(); });
    contents.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      shut();
      contents.querySelector("summary").focus();
    });
    document.addEventListener("click", (event) => { if (!contents.contains(event.target)) shut(); });
    const here = document.querySelector(".contents .here");
    const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
    const headings = [...links.keys()].map((id) => document.getElementById(id));
    let waiting = false;
    const mark = () => {
      waiting = false;
      const passed = headings.filter((heading) => heading.offsetParent && heading.getBoundingClientRect().top < 120);
      const last = passed.at(-1);
      links.forEach((link) => link.removeAttribute("aria-current"));
      if (last) links.get(last.id).setAttribute("aria-current", "true");
      here.textContent = last ? links.get(last.id).textContent : "";
    };
    document.addEventListener("scroll", () => { if (!waiting) { waiting = true; requestAnimationFrame(mark); } }, { passive: true });
    mark();
  }

  // Paper can't be unfolded: what makes a study repeatable is printed whole; other parts as they stand.
  let forPrint = [];
  window.addEventListener("beforeprint", () => {
    forPrint = [...document.querySelectorAll("details.kept:not([open])")];
    forPrint.forEach((details) => { details.open = true; });
  });
  window.addEventListener("afterprint", () => forPrint.forEach((details) => { details.open = false; }));
})();
