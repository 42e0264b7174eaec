import MagicString from 'magic-string';
import { parseSync } from 'oxc-parser';
import { compileElement, type Module } from './compile-element.ts';
import { findOutermostJsx } from './nodes.ts';

/** The module that compiled code imports; the plugin resolves it to `src/ui/compiled.ts`. */
export const RUNTIME = 'lamplight:templates';

/**
 * Precompiles the JSX of a module to template strings (Preact's `jsxTemplate`), so that rendering a page joins strings
 * instead of creating a vnode for each element. The output is byte for byte the same.
 */
export function compileTemplates(source: string, path: string): { code: string; map: string } {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const module: Module = { source, path, templates: [] };
  const compiled = new MagicString(source);
  for (const element of findOutermostJsx(program))
    compiled.overwrite(element.start, element.end, compileElement(module, element));
  if (compiled.hasChanged()) compiled.prepend(createPreamble(module));
  return {
    code: compiled.toString(),
    map: compiled.generateMap({ source: path, hires: true }).toString(),
  };
}

/** All on the first line, so that line numbers stay; at the top, because JSX may be evaluated while the module loads. */
function createPreamble({ templates }: Module): string {
  return [
    `import { jsx as _jsx, jsxTemplate as _template } from 'preact/jsx-runtime';`,
    `import * as _render from '${RUNTIME}';`,
    ...templates.map((strings, index) => `const _t${index} = ${JSON.stringify(strings)};`),
  ].join(' ');
}
