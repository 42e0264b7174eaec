import type { ComponentChildren } from 'preact';

/** Focusable, so that the keyboard can scroll long lines. */
export function CodeBlock({ children }: { children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be focusable.
    <pre class="code-block" tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
