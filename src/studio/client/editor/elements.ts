export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name);
  created.className = className;
  return created;
}

/** A small button in the text. */
export function textButton(text: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', 'image-button');
  created.type = 'button';
  created.textContent = text;
  // Keeps the caret in the text.
  created.addEventListener('mousedown', (event) => event.preventDefault());
  created.addEventListener('click', onClick);
  return created;
}
