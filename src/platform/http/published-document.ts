import { STATUS_CODES } from 'node:http';

type Node = Record<string, unknown>;
type Operation = Node & {
  requestBody?: { content: Record<string, { schema: Node }> };
  responses?: Record<string, Node>;
};
type Document = Node & { components?: Node; paths?: Record<string, Record<string, Operation>> };

/**
 * The document as others read it: a shape with a title stands in it once, under that name, which is what
 * a generated client calls its type; and a body that may be left out is not said to be required.
 */
export function publishDocument(document: object): object {
  const { components, paths = {}, ...rest } = document as Document;
  const schemas = new Map<string, unknown>();
  const published = mapValues(paths, (operations) =>
    mapValues(operations, (operation) => nameShapes(tidy(operation), schemas)),
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

/** A route says with null that its body may be missing; OpenAPI has a word for that. */
function tidyBody(content: Record<string, { schema: Node }>): object {
  let required = true;
  const tidied = mapValues(content, ({ schema }) => {
    const [shape, missing, ...more] = (schema['anyOf'] ?? []) as Node[];
    if (!shape || missing?.['type'] !== 'null' || more.length > 0) return { schema };
    required = false;
    return { schema: shape };
  });
  return { required, content: tidied };
}

function nameShapes(node: unknown, schemas: Map<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((one) => nameShapes(one, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const shape = mapValues(node as Node, (value) => nameShapes(value, schemas));
  const { title, ...unnamed } = shape;
  // Of a post, say, `title` is a property and no text.
  if (typeof title !== 'string') return shape;
  const known = schemas.get(title);
  if (known && JSON.stringify(known) !== JSON.stringify(unnamed))
    throw new Error(`two shapes of the API have the title ${title}`);
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
