import { build, type Plugin } from 'esbuild';
import { expect, test } from 'vitest';
import { compileTemplates } from './compile.ts';
import { compiledTemplates } from './plugin.ts';

/** Every JSX feature that pages use, and ambiguous cases. */
const CASES: Record<string, string> = {
  'text, its spaces and its lines': `<p>  one {' '}
    two <b>three</b>   four
    five{' '}
    <i> six </i>
  </p>`,
  'characters to escape': `<p title={'"&<>\\''} data-x="a & b">{'<b>&amp;"'} 5 &lt 6</p>`,
  'values that render nothing': `<p>{null}{undefined}{false}{true}{''}{0}{[]}{/* nothing */}{() => 1}</p>`,
  'objects that render nothing': `<p>{new URL('http://a/?<b>')}{{ toString: () => '<b>' }}{[new Date(0)]}.</p>`,
  'numbers and lists': `<p>{1.5}{-0}{12n}{[1, 'a & b', null, <b>c</b>, ['d', <i>e</i>]]}</p>`,
  'values of attributes': `<input value={0} name="" disabled={false} required checked={true} id={undefined}
    title={null} maxlength={3} tabIndex={-1} placeholder={''} data-n={5} />`,
  'attributes in which false is a word': `<p aria-hidden={false} aria-busy={no} data-open={no} draggable={no}
    spellcheck={no} contentEditable={no} hidden={no} aria-current={undefined} data-a aria-pressed />`,
  'names that change': `<label class="a" htmlFor={text}><i className={text} />
    <time dateTime={text} /><input readOnly autoComplete="off" autoFocus={yes} defaultValue={text} defaultChecked={yes} maxLength={no} />
  </label>`,
  'attributes for the browser': `<button key="k" ref={ref} onClick={() => 0} onclick={handler} type="button">{text}</button>`,
  'spread attributes': `<a {...{ href: text, class: 'x' }} id="y" {...(yes ? { 'aria-current': 'page' } : {})}><b>{text}</b></a>`,
  'raw HTML': `<div class={text} dangerouslySetInnerHTML={{ __html: '<b>&</b>' }} />`,
  'empty raw HTML': `<div dangerouslySetInnerHTML={{ __html: '' }} />`,
  'HTML in an object': `<div dangerouslySetInnerHTML={raw} />`,
  'empty elements': `<><br /><hr class={text} /><div /><p></p><img alt="" src={text} /></>`,
  'a list to choose from': `<select value="b" name={text}>
    {['a', 'b'].map((one) => <option key={one} value={one}>{one}</option>)}
    <optgroup label="more"><option value="c">C</option></optgroup>
  </select>`,
  'a text to change': `<p><textarea value={text + '\\n<'} rows={2} /><textarea>{text}</textarea></p>`,
  'a picture': `<svg viewBox="0 0 1 1" strokeWidth={2}>
    <Shape /><g strokeWidth={2} clipPath={text}><path d={text} fillOpacity="1" /></g><title>{text}</title>
  </svg>`,
  'a picture from elsewhere': `<svg class="icon" viewBox="0 0 1 1" dangerouslySetInnerHTML={{ __html: '<path/>' }} />`,
  components: `<Frame title={<b class={text}>{text}</b>} wide><p>{text}</p>and{' '}<Shape /></Frame>`,
  'one child and no child': `<div><Frame title="a">{text}</Frame><Frame title="a" /><Frame title="a"><p /></Frame></div>`,
  'in other expressions': `<ul>{yes && <li>{yes ? <b>{text}</b> : <i />}</li>}{[1, 2].map((one) => { const twice = one * 2; return <li key={one}>{twice}</li>; })}</ul>`,
  fragments: `<>{text}<>{text}<b /></>{[<i key="1" />, <></>]}</>`,
  style: `<p style={{ color: 'red', marginTop: 2 }} class="a"><i style="color: red">{text}</i></p>`,
};

const AROUND = (cases: string[]) => `
import { renderToString } from 'preact-render-to-string';
import { useState } from 'preact/hooks';
const text: string = 'a "quoted" & <b>bold</b> 灯火';
const [yes, no]: boolean[] = [true, false];
const raw = { __html: '<i>raw</i>' };
const handler = () => 0;
const ref = { current: null };
function Shape() { return <g strokeWidth={1} textAnchor="end"><a href={text}><text dy={text}>{text}</text></a></g>; }
function Frame({ title, wide = false, children }: { title: unknown; wide?: boolean; children?: unknown }) {
  const [open] = useState(text as string);
  return <section class={wide ? 'wide' : undefined} title={open}><h2>{title}</h2>{children}</section>;
}
export const rendered = [${cases.map((one) => `renderToString(${one})`).join(',\n')}];
`;

const [compiled, plain] = await Promise.all([
  renderCases({ isCompiled: true }),
  renderCases({ isCompiled: false }),
]);

test.each(Object.keys(CASES))('a compiled template renders the same: %s', (name) => {
  expect(compiled.get(name)).toBe(plain.get(name));
  expect(plain.get(name)).toBeTruthy();
});

test('compiled code joins strings', () => {
  const { code } = compileTemplates('export const a = <p class="x">{b}<i>c</i></p>;', 'a.tsx');
  expect(code).toContain('["<p class=\\"x\\">","<i>c</i></p>"]');
  expect(code).not.toContain('_jsx(');
});

test.each(['<p>a&nbsp;b</p>', '<p title="a&nbsp;b" />', '<Frame title="a&nbsp;b" />'])(
  'a character reference is refused with its line number: %s',
  (element) => {
    expect(() => compileTemplates(`const a = 1;\nconst b = ${element};`, 'b.tsx')).toThrow(
      'b.tsx:2: a character reference',
    );
  },
);

/** Renders all cases, compiled or not. */
async function renderCases({ isCompiled }: { isCompiled: boolean }): Promise<Map<string, string>> {
  const source = AROUND(Object.values(CASES));
  const given: Plugin = {
    name: 'given',
    setup(one) {
      one.onLoad({ filter: /given\.tsx$/ }, ({ path }) => ({
        contents: isCompiled ? compileTemplates(source, path).code : source,
        loader: 'tsx',
        resolveDir: import.meta.dirname,
      }));
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "./given.tsx"', resolveDir: import.meta.dirname },
    plugins: [
      {
        name: 'find',
        setup: (one) => one.onResolve({ filter: /given/ }, () => ({ path: '/given.tsx' })),
      },
      given,
      compiledTemplates,
    ],
    bundle: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.text ?? '').toString('base64');
  const { rendered } = await import(`data:text/javascript;base64,${code}`);
  return new Map(Object.keys(CASES).map((name, index) => [name, rendered[index]]));
}
