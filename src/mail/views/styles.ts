import type { Accent } from '../../platform/site.ts';

/** Mail programs know no style sheet of ours and few of them a `<style>`, so every element has its own. */
const SERIF = "'Songti SC','Noto Serif CJK SC','Source Han Serif SC',Georgia,serif";
const SANS =
  "-apple-system,'Segoe UI',Roboto,'PingFang SC','Noto Sans CJK SC','Microsoft YaHei',sans-serif";

export const STYLES = {
  body: `margin:0;background:#f7f5ef;font-family:${SANS};color:#1b211f`,
  preheader: 'display:none;max-height:0;overflow:hidden',
  margin: 'padding:32px 12px',
  card: 'width:100%;max-width:600px;background:#fffefa;border:1px solid #e0dbcd;border-radius:10px;overflow:hidden',
  band: 'background:#143032;padding:20px 40px',
  site: `font:700 20px/1 ${SERIF};color:#f3eedf;letter-spacing:.04em;text-decoration:none`,
  logo: 'border-radius:5px;margin-right:10px;vertical-align:middle',
  content: 'padding:36px 40px 28px',
  title: `margin:0 0 12px;font:700 28px/1.4 ${SERIF};color:#1b211f`,
  paragraph: 'margin:0 0 16px;font-size:16px;line-height:1.75;color:#49504c;overflow-wrap:anywhere',
  code: 'margin:0 0 20px;padding:18px 0;background:#efece2;border-radius:6px;text-align:center;font:600 34px/1.2 ui-monospace,Consolas,monospace;letter-spacing:.28em;text-indent:.28em;color:#1b211f',
  action: 'margin:24px 0',
  button:
    'display:inline-block;background:#0b6b63;color:#ffffff;font-weight:600;font-size:16px;text-decoration:none;padding:12px 28px;border-radius:6px',
  small: 'margin:0 0 16px;font-size:13px;line-height:1.7;color:#626860;overflow-wrap:anywhere',
  link: 'color:#0b6b63;word-break:break-all',
  facts: 'margin:0 0 16px;width:100%',
  label:
    'padding:8px 16px 8px 0;border-top:1px solid #e0dbcd;font-size:14px;line-height:1.6;color:#626860;white-space:nowrap;vertical-align:top',
  value:
    'padding:8px 0;border-top:1px solid #e0dbcd;font-size:14px;line-height:1.6;color:#1b211f;width:100%;overflow-wrap:anywhere',
  entry: 'padding:18px 0;border-top:1px solid #e0dbcd',
  meta: 'margin:0 0 4px;font-size:13px;font-weight:600;color:#8a4f00',
  entryTitle: `margin:0 0 6px;font:700 20px/1.45 ${SERIF}`,
  entryLink: 'color:#1b211f;text-decoration:none',
  entryText: 'margin:0;font-size:15px;line-height:1.7;color:#49504c;overflow-wrap:anywhere',
  footer: 'padding:0 40px 32px',
  rule: 'margin:0;padding-top:20px;border-top:1px solid #e0dbcd;font-size:13px;line-height:1.7;color:#626860',
  footLink: 'color:#0b6b63',
} as const;

/** The product's, which the owner's color replaces. */
const LIGHT = '#0b6b63';
const DARK = '#5cc9bd';
const ON_DARK = '#05211e';

export function withAccent(style: string, accent: Accent | null): string {
  return accent ? style.replaceAll(LIGHT, accent.light.accent) : style;
}

/** Where a program knows it: dark colors and phones. */
export function mediaOf(accent: Accent | null): string {
  if (!accent) return MEDIA;
  return MEDIA.replaceAll(DARK, accent.dark.accent).replaceAll(ON_DARK, accent.dark.on);
}

/** The classes have no other use. */
const MEDIA = `
@media (prefers-color-scheme:dark){.bg{background:#0f1413!important}.card{background:#171d1b!important;border-color:#2b3532!important}.t{color:#ebe8df!important}.t2{color:#bcbfb6!important}.t3{color:#979e96!important}.rule{border-color:#2b3532!important}.code{background:#202826!important;color:#ebe8df!important}.a{color:#5cc9bd!important}.btn{background:#5cc9bd!important;color:#05211e!important}.en{color:#f5bc55!important}}
@media (max-width:620px){.pad{padding-left:20px!important;padding-right:20px!important}.h{font-size:24px!important}}`;
