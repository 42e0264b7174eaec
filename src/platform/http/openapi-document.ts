import { STATUS_CODES } from 'node:http';

type Node = Record<string, unknown>;
type Operation = Node & {
  requestBody?: { content: Record<string, { schema: Node }> };
  responses?: Record<string, Node>;
};
type Document = Node & { components?: Node; paths?: Record<string, Record<string, Operation>> };

/**
 * Prepares the OpenAPI document for clients: a schema with a title becomes a named component, which generated clients
 * use as a type name; and an optional body is not marked as required.
 */
export function publishDocument(document: object): object {
  const { components, paths = {}, ...rest } = document as Document;
  const schemas = new Map<string, unknown>();
  const published = mapValues(paths, (operations) =>
    mapValues(operations, (operation) => nameSchemas(tidy(operation), schemas)),
  );
  const named = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...rest,
    components: { ...components, schemas: Object.fromEntries(named) },
    paths: published,
  };
}

function tidy(operation: Operation): Node {
  const { requestBody, responses = {} } = operation;
  return {
    ...operation,
    ...(requestBody ? { requestBody: tidyBody(requestBody.content) } : {}),
    responses: mapValues(responses, (response, status) => ({
      ...response,
      description: STATUS_CODES[status] ?? response['description'],
    })),
  };
}

/** Routes declare an optional body as `anyOf` with null; OpenAPI has `required: false`. */
function tidyBody(content: Record<string, { schema: Node }>): object {
  let required = true;
  const tidied = mapValues(content, ({ schema }) => {
    const [inner, missing, ...more] = (schema['anyOf'] ?? []) as Node[];
    if (!inner || missing?.['type'] !== 'null' || more.length > 0) return { schema };
    required = false;
    return { schema: inner };
  });
  return { required, content: tidied };
}

function nameSchemas(node: unknown, schemas: Map<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((one) => nameSchemas(one, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const schema = mapValues(node as Node, (value) => nameSchemas(value, schemas));
  const { title, ...unnamed } = schema;
  // In the properties of a post, `title` is a schema, not a text.
  if (typeof title !== 'string') return schema;
  const known = schemas.get(title);
  if (known && JSON.stringify(known) !== JSON.stringify(unnamed))
    throw new Error(`two schemas of the API have the title ${title}`);
  schemas.set(title, unnamed);
  return { $ref: `#/components/schemas/${title}` };
}

function mapValues<T, U>(
  record: Record<string, T>,
  change: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, change(value, key)]),
  );
}
