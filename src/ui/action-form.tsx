import type { ComponentChildren } from 'preact';
import type { PageView } from '../platform/http/page.ts';

type ActionFormProps = {
  visit: Pick<PageView, 'csrfToken' | 'here'>;
  /** The operation's address without `/api`, with `/update` or `/delete` where it is a PUT or DELETE. */
  action: string;
  /** Where to go when it is done; `{id}` becomes the answer's id. Stays here if not said. */
  next?: string | undefined;
  /** A repeat of the same press has no second effect: a random text, new for every page. */
  once?: string;
  class?: string | undefined;
  id?: string;
  children: ComponentChildren;
};

/**
 * A form that does an operation of the API (platform/http/forms.ts). Without scripts it comes back as a page;
 * with them it is sent in place, so that what was typed stays where it is when the answer is no.
 */
export function ActionForm({ visit, action, next, once, children, ...form }: ActionFormProps) {
  return (
    <form method="post" action={action} data-live {...form}>
      <input type="hidden" name="csrf_token" value={visit.csrfToken} />
      <input type="hidden" name="next" value={next ?? visit.here} />
      {once ? <input type="hidden" name="idempotency_key" value={once} /> : null}
      {children}
    </form>
  );
}
