/** The metrics of a PromQL expression, the labels in their selectors, and the labels it groups by. */
export type PromqlReferences = { metrics: { name: string; labels: string[] }[]; grouped: string[] };

const WORDS = new Set(['and', 'or', 'unless', 'offset', 'bool', 'atan2', 'inf', 'nan']);
const GROUPING = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);
const TOKEN =
  /"(?:[^"\\]|\\.)*"|\{[^}]*\}|\[[^\]]*\]|[a-zA-Z_:][\w:]*|\d[\w.]*|[()]|[^\s\w"{}[\]()]+/g;

export function parsePromql(expression: string): PromqlReferences {
  const tokens: string[] = expression.match(TOKEN) ?? [];
  const references: PromqlReferences = { metrics: [], grouped: [] };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    if (!/^[a-zA-Z_:]/.test(token) || WORDS.has(token)) continue;
    if (GROUPING.has(token)) {
      const end = tokens.indexOf(')', at);
      if (tokens[at + 1] !== '(') continue;
      references.grouped.push(...tokens.slice(at + 2, end).filter((one) => one !== ','));
      at = end;
    } else if (!isFunction(tokens, at)) {
      const selector = tokens[at + 1]?.startsWith('{') ? (tokens[at + 1] ?? '') : '';
      const labels = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(
        (one) => one[1] ?? '',
      );
      references.metrics.push({ name: token, labels });
    }
  }
  return references;
}

/** `rate(…)`, and `sum by (job) (…)`. */
function isFunction(tokens: string[], at: number): boolean {
  const next = tokens[at + 1] ?? '';
  return next === '(' || next === 'by' || next === 'without';
}
