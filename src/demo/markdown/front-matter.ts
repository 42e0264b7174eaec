import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';

const FRONT_MATTER = /^---\n(.*?)^---\n(.*)$/ms;

/** Splits a file into its checked front matter and its Markdown. `name` is the path that errors show. */
export function parseFrontMatter<Schema extends TSchema>(
  schema: Schema,
  text: string,
  name: string,
): { fields: Static<Schema>; markdown: string } {
  const match = FRONT_MATTER.exec(text);
  if (!match) throw new Error(`${name}: no front matter between two lines of ---`);
  const [, yaml = '', markdown = ''] = match;
  return { fields: checkFields(schema, parseYaml(yaml, name), name), markdown };
}

function parseYaml(yaml: string, name: string): unknown {
  try {
    return parse(yaml);
  } catch (error) {
    throw new Error(`${name}: the front matter is not YAML: ${error}`, { cause: error });
  }
}

function checkFields<Schema extends TSchema>(
  schema: Schema,
  fields: unknown,
  name: string,
): Static<Schema> {
  if (Value.Check(schema, fields)) return fields;
  const faults = [...Value.Errors(schema, fields)]
    // Typebox reports an unknown field twice: at the field as `boolean`, and at its parent.
    .filter((error) => error.keyword !== 'additionalProperties')
    .map((error) => {
      const field = error.instancePath.slice(1).replaceAll('/', '.') || 'front matter';
      if (error.keyword === 'boolean') return `${field} is not a known field`;
      const allowed = error.keyword === 'enum' ? `: ${error.params.allowedValues.join(', ')}` : '';
      return `${field} ${error.message}${allowed}`;
    });
  throw new Error(`${name}: ${faults.join('; ')}`);
}
