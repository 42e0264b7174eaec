import { randomUUID } from 'node:crypto';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { Island } from '../../ui/island.tsx';
import { EnergizeMenu } from './energize-menu.tsx';

type EnergizeButtonProps = {
  visit: PageView;
  post: { id: number; energy: number; author: { uid: number } };
  /** The reader's gifts to this post so far. */
  given: number;
  disabled: boolean;
  /** Where the forms redirect without scripts. */
  next: string;
};

/** Energize (充能): a popover with the cost, the effect, or the reason why not. */
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
