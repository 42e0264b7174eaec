import type { Graph, Thing } from 'schema-dts';

/**
 * JSON-LD, for search engines. A data block and no script, so the page's policy against inline scripts does not concern
 * it. `<` is escaped: a title with `</script>` must not end it.
 */
export function StructuredData({ things }: { things: Exclude<Thing, string>[] }) {
  const graph = { '@context': 'https://schema.org', '@graph': things } satisfies Graph;
  const json = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** The way from the front page to a page. The last step is the page itself. */
export function breadcrumbs(steps: { name: string; url: string }[]) {
  return {
    '@type': 'BreadcrumbList' as const,
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem' as const,
      position: index + 1,
      name,
      item: url,
    })),
  };
}
