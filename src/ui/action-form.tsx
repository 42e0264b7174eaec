import type { ComponentChildren } from 'preact';
import type { PageView } from '../platform/http/page.ts';

type ActionFormProps = {
  visit: Pick<PageView, 'csrfToken' | 'here'>;
  /** The operation's path without `/api`; a PUT ends in `/update`, a DELETE in `/delete`. */
  action: string;
  /** Where to go on success; `{id}` becomes the id in the response. Default: this page. */
  next?: string | undefined;
  /** An idempotency key, random for every page: a repeated submit has no second effect. */
  once?: string;
  class?: string | undefined;
  id?: string;
  /** Only a button: a refusal is shown as a toast. */
  'data-bare'?: boolean;
  children: ComponentChildren;
};

/**
 * A form that calls an operation of the API (platform/http/forms.ts). Without scripts the response is a page. With
 * scripts the form is sent with fetch, so that a refusal leaves the typed text where it is.
 */
export function ActionForm(props: ActionFormProps) {
  const { visit, action, next, once, children } = props;
  // Each attribute by its name: an element with spread properties cannot be compiled (scripts/templates).
  return (
    <form
      method="post"
      action={action}
      data-live
      class={props.class}
      id={props.id}
      data-bare={props['data-bare']}
    >
      <input type="hidden" name="csrf_token" value={visit.csrfToken} />
      <input type="hidden" name="next" value={next ?? visit.here} />
      {once ? <input type="hidden" name="idempotency_key" value={once} /> : null}
      {children}
    </form>
  );
}
