/** A lamp at the end of a wire: unlit where nothing is yet. */
export function HungLamp({ glow = 0 }: { glow?: number }) {
  return (
    <span class={`hung-lamp glow-${glow}`} aria-hidden="true">
      <span class="lamp" />
    </span>
  );
}
