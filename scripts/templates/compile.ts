import MagicString from 'magic-string';
import { parseSync } from 'oxc-parser';
import { outermostIn } from './nodes.ts';
import { type Module, writeDrawn } from './write.ts';

/** What compiled modules import: `src/ui/template-runtime.ts`, by the name the plugin finds it under. */
export const RUNTIME = 'lamplight:templates';

/**
 * Turns the elements of a module into strings with gaps, so that drawing a page joins strings instead of making an
 * object for each element and looking at all its properties. What is drawn is the same, letter for letter.
 */
export function compileTemplates(source: string, path: string): { code: string; map: string } {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const module: Module = { source, path, templates: [] };
  const compiled = new MagicString(source);
  for (const drawn of outermostIn(program))
    compiled.overwrite(drawn.start, drawn.end, writeDrawn(module, drawn));
  if (compiled.hasChanged()) compiled.prepend(openingOf(module));
  return {
    code: compiled.toString(),
    map: compiled.generateMap({ source: path, hires: true }).toString(),
  };
}

/** On the first line, so that all others stay where they are; before whatever draws while the module is loaded. */
function openingOf({ templates }: Module): string {
  return [
    `import { jsx as _jsx, jsxTemplate as _template } from 'preact/jsx-runtime';`,
    `import * as _say from '${RUNTIME}';`,
    ...templates.map((texts, index) => `const _t${index} = ${JSON.stringify(texts)};`),
  ].join(' ');
}
