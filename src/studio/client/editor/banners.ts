import { pageElement } from './page-elements.ts';

type BannerButton = { text: string; onClick(): void };

/** Shows a message above the text until the author closes it or chooses a button. */
export function showBanner(text: string, buttons: BannerButton[], close: string): () => void {
  const box = document.createElement('div');
  box.className = 'write-banner';
  const line = document.createElement('p');
  line.textContent = text;
  const row = document.createElement('p');
  row.className = 'row';
  const remove = () => box.remove();
  for (const { text: label, onClick } of buttons) {
    row.append(
      button(label, () => {
        remove();
        onClick();
      }),
    );
  }
  row.append(button(close, remove));
  box.append(line, row);
  pageElement('write-banners').append(box);
  return remove;
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'button button-small';
  element.textContent = text;
  element.addEventListener('click', onClick);
  return element;
}
