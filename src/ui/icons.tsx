/** The shapes of an icon as lucide draws them, one string each: `<Icon of={Bell} />`. How its lines look is in kit.css. */
export function Icon({ of, size = 20 }: { of: string; size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      // From a library, not from anybody's input.
      dangerouslySetInnerHTML={{ __html: shapes(of) }}
    />
  );
}

const known = new Map<string, string>();

function shapes(svg: string): string {
  let inner = known.get(svg);
  if (inner === undefined) {
    // In the browser they come without what is around them (scripts/build-client.ts).
    inner = svg.replace(/<svg[^>]*>|<\/svg>|\n\s*/g, '');
    known.set(svg, inner);
  }
  return inner;
}
