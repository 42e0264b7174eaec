import type { ComponentChildren } from 'preact';

type PopoverProps = {
  id: string;
  /** The content of the button that opens it. */
  button: ComponentChildren;
  buttonClass?: string;
  /** The button's accessible name, if its content is not enough. */
  label?: string;
  class?: string;
  children: ComponentChildren;
};

/** The Popover API opens and closes it, so it works without scripts. */
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
