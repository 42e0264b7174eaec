import type { ComponentProps } from 'preact';
import { HungLamp } from '../../ui/hung-lamp.tsx';
import { Layout } from '../../ui/layout.tsx';

type JoinCardProps = ComponentProps<typeof Layout> & {
  /** Of its lamp. */
  glow?: number;
  /** What the address becomes where scripts show the page in place of another. */
  address?: string | undefined;
};

/** A page with one card under a lamp: the steps of joining, logging in and confirming. */
export function JoinCard({ glow = 0, address, children, ...page }: JoinCardProps) {
  return (
    <Layout {...page}>
      <div class="join-alone card join-card" data-address={address}>
        <HungLamp glow={glow} />
        <h1>{page.title}</h1>
        {children}
      </div>
    </Layout>
  );
}
