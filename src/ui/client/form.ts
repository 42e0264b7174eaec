/** What a form would send, as it would send it; files go another way. */
export function fieldsOf(form: HTMLFormElement, submitter?: HTMLElement | null): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter ?? null)) {
    if (typeof value === 'string') fields.append(name, value);
  }
  return fields;
}

/** Where a form leads when it is done; the same page is shown anew. */
export function go(target: string): void {
  const url = new URL(target, location.href);
  const samePage = url.pathname === location.pathname && url.search === location.search;
  if (samePage) {
    history.replaceState(null, '', url);
    location.reload();
  } else location.assign(url);
}
