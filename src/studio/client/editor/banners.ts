import { pageElement } from './page-elements.ts';

type Press = { text: string; press(): void };

/** Says something above the text that stays until it is dealt with. */
export function showBanner(text: string, buttons: Press[], close: string): () => void {
  const box = document.createElement('div');
  box.className = 'write-notice';
  const line = document.createElement('p');
  line.textContent = text;
  const row = document.createElement('p');
  row.className = 'row';
  const remove = () => box.remove();
  for (const { text: label, press } of buttons) {
    row.append(
      button(label, () => {
        remove();
        press();
      }),
    );
  }
  row.append(button(close, remove));
  box.append(line, row);
  pageElement('write-notices').append(box);
  return remove;
}

function button(text: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'button button-small';
  made.textContent = text;
  made.addEventListener('click', press);
  return made;
}
