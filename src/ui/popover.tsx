import type { ComponentChildren } from 'preact';

type PopoverProps = {
  id: string;
  /** What is on the button that opens it. */
  button: ComponentChildren;
  buttonClass?: string;
  /** Where the button's own text does not say it. */
  label?: string;
  class?: string;
  children: ComponentChildren;
};

/** Opens beside its button by the browser itself, so it works without scripts; Escape closes it. */
export function Popover(props: PopoverProps) {
  const { id, button, buttonClass = 'button', label, children } = props;
  return (
    <>
      <button
        type="button"
        class={buttonClass}
        popovertarget={id}
        {...(label ? { 'aria-label': label } : {})}
      >
        {button}
      </button>
      <div id={id} popover="auto" class={`popover ${props.class ?? ''}`}>
        {children}
      </div>
    </>
  );
}
