import { randomUUID } from 'node:crypto';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { Island } from '../../ui/island.tsx';
import { EnergizeMenu } from './energize-menu.tsx';

type EnergizeButtonProps = {
  visit: PageView;
  post: { id: number; energy: number; author: { uid: number } };
  /** What the reader has given to this post so far. */
  given: number;
  disabled: boolean;
  /** Where the forms come back to without scripts. */
  next: string;
};

/** 充能: what it costs, what it does and why not, in a box beside its button. */
export function EnergizeButton({ visit, post, given, disabled, next }: EnergizeButtonProps) {
  const { csrfToken, locale, visitor } = visit;
  return (
    <Island
      name="energize-menu"
      of={EnergizeMenu}
      class="action-slot"
      props={{
        post_id: post.id,
        energy: post.energy,
        reader: visitor
          ? { balance: visitor.energy, given, is_author: visitor.uid === post.author.uid }
          : null,
        disabled,
        form: { here: next, csrfToken },
        once: randomUUID(),
        words: LOCALES[locale].reading.energize,
        locale,
      }}
    />
  );
}
