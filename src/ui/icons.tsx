/** An icon of lucide, given as its SVG text: `<Icon of={Bell} />`. kit.css styles its strokes. */
export function Icon({ of, size = 20 }: { of: string; size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      // From a library, not from user input.
      dangerouslySetInnerHTML={{ __html: readShapes(of) }}
    />
  );
}

const shapesOf = new Map<string, string>();

function readShapes(svg: string): string {
  let inner = shapesOf.get(svg);
  if (inner === undefined) {
    // The builds contain them without the `<svg>` element (scripts/icon-shapes.ts).
    inner = svg.replace(/<svg[^>]*>|<\/svg>|\n\s*/g, '');
    shapesOf.set(svg, inner);
  }
  return inner;
}
