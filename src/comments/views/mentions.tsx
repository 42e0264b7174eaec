import { useEffect, useRef } from 'preact/hooks';
import { MentionList, type MentionListOptions, optionId } from './mention-list.tsx';
import { type MentionsOptions, useMentions } from './use-mentions.ts';

type MentionsProps = MentionListOptions & MentionsOptions;

/**
 * Suggests people below the text box. Loaded with the first @; from then on it hears the box before the composer does.
 * What the composer has loaded already comes as properties, so that it stays in one file with it.
 */
export function Mentions({ id, context, whyNoSearch, renderPerson, ...options }: MentionsProps) {
  const { box } = options;
  const mentions = useMentions(options);
  const { open } = mentions;
  const latest = useRef(mentions);
  latest.current = mentions;

  useEffect(() => {
    const area = box.current;
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    const suggest = () => latest.current.suggest();
    // No lookup while an input method composes: the text is not final.
    area?.addEventListener(
      'input',
      (event) => (event as InputEvent).isComposing || suggest(),
      options,
    );
    area?.addEventListener('compositionend', suggest, options);
    area?.addEventListener('blur', () => latest.current.close(), options);
    area?.addEventListener(
      'keydown',
      (event) => latest.current.onKey(event) && event.stopImmediatePropagation(),
      options,
    );
    if (document.activeElement === area) suggest();
    return () => controller.abort();
  }, []);

  const active = open?.people.length ? optionId(id, open.active) : null;
  useEffect(() => {
    if (!box.current) return;
    set(box.current, 'aria-controls', active && `${id}-people`);
    set(box.current, 'aria-activedescendant', active);
  }, [active]);

  if (!open) return null;
  const shared = { id, context, whyNoSearch, renderPerson };
  return <MentionList {...shared} open={open} onPick={mentions.pick} />;
}

function set(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
