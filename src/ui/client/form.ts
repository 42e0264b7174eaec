/** The fields that the form would submit, without files. */
export function readFields(form: HTMLFormElement, submitter?: HTMLElement | null): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter ?? null)) {
    if (typeof value === 'string') fields.append(name, value);
  }
  return fields;
}

/** Opens a page, or reloads it if it is this one. */
export function navigate(target: string): void {
  const url = new URL(target, location.href);
  const samePage = url.pathname === location.pathname && url.search === location.search;
  if (samePage) {
    history.replaceState(null, '', url);
    location.reload();
  } else location.assign(url);
}
