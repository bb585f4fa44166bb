// SPDX-License-Identifier: Apache-2.0
#include "engine/report/html.h"

namespace cuttle {

const char* const kHtmlStyle = R"css(:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f5f6f8; --text: #1c2128; --soft: #5a6472; --line: #d8dce2;
  --link: #0b5cad; --bad: #b3202c; --bad-ground: #fdecec; --good: #1a7f37; --good-ground: #e6f6ea;
  --warn: #8a5a00; --warn-ground: #fdf4dc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c; --panel: #1d2128; --text: #e3e7ed; --soft: #98a2b0; --line: #343a44;
    --link: #79b8ff; --bad: #ff8d8d; --bad-ground: #3a1c20; --good: #63d283; --good-ground: #15301d;
    --warn: #f0c05a; --warn-ground: #33290f;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--ground);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre, .source { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 0.875em; }
h1 { font-size: 1.5rem; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.75rem; }
h3 { font-size: 1rem; margin: 0 0 0.5rem; }
.soft { color: var(--soft); }
.badge { display: inline-block; padding: 0.1rem 0.6rem; border-radius: 1rem; font-size: 0.875rem;
  font-weight: 600; margin-right: 0.4rem; }
.bad { color: var(--bad); background: var(--bad-ground); }
.good { color: var(--good); background: var(--good-ground); }
.warn { color: var(--warn); background: var(--warn-ground); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 0.75rem;
  margin: 1rem 0; }
.card { background: var(--panel); border-radius: 0.5rem; padding: 0.6rem 0.9rem; }
.card b { display: block; font-size: 1.35rem; }
article { border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 0.5rem;
  padding: 0.8rem 1rem; margin-bottom: 1rem; }
dl { display: grid; grid-template-columns: 7rem 1fr; gap: 0.3rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; overflow-wrap: anywhere; }
td.number, th.number { text-align: right; white-space: nowrap; }
.meter { display: inline-block; width: 6rem; height: 0.5rem; border-radius: 0.25rem;
  background: var(--line); margin-right: 0.6rem; overflow: hidden; vertical-align: middle; }
.meter i { display: block; height: 100%; background: var(--good); }
.wide { overflow-x: auto; }
.source { width: 100%; line-height: 1.45; }
.source td { border: 0; padding: 0 0.6rem; white-space: pre; overflow-wrap: normal; }
.source .no { text-align: right; color: var(--soft); user-select: none; width: 1%; }
.source .arms { width: 1%; letter-spacing: 0.1em; }
.source .sign { width: 1%; padding: 0 0.2rem; user-select: none; }
.source tr.hit .sign { color: var(--good); }
.source tr.hit { background: color-mix(in srgb, var(--good-ground) 55%, transparent); }
.source tr.miss { background: var(--bad-ground); }
.source tr.part { background: var(--warn-ground); }
.source tr:target td { outline: 2px solid var(--link); outline-offset: -2px; }
.source tr.remark td { white-space: normal; padding: 0.2rem 0.6rem; font-family: system-ui; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: 0.875rem; overflow-wrap: anywhere; }
)css";

}  // namespace cuttle
