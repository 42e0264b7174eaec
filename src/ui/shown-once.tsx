import { Banner } from './banner.tsx';

type ShownOnceProps = { title: string; lead: string; value: string | undefined };

/** What was just made and is shown this once, to copy it. */
export function ShownOnce({ title, lead, value }: ShownOnceProps) {
  if (!value) return null;
  return (
    <Banner tone="success" title={title}>
      <p>{lead}</p>
      <input class="input input-code" readonly value={value} aria-label={title} />
    </Banner>
  );
}
