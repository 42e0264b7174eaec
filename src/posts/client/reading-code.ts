import { toast } from '../../ui/client/toast.ts';

type CodeWords = { copy: string; copied: string; wrap: string };

const FEEDBACK_MS = 2000;

/** Adds the wrap and copy buttons to the head of each code block; they need scripts. */
export function enhanceCode(article: HTMLElement, words: CodeWords): void {
  for (const head of article.querySelectorAll<HTMLElement>('.listing-head')) {
    const block = head.parentElement?.querySelector('pre');
    if (!block) continue;
    head.append(wrapButton(block, words), copyButton(block, words));
  }
}

function wrapButton(block: HTMLElement, { wrap }: CodeWords): HTMLButtonElement {
  const button = makeButton(wrap);
  button.ariaPressed = 'false';
  button.addEventListener('click', () => {
    const isWrapped = block.classList.toggle('listing-wrapped');
    button.ariaPressed = String(isWrapped);
  });
  return button;
}

function copyButton(block: HTMLElement, { copy, copied }: CodeWords): HTMLButtonElement {
  const button = makeButton(copy);
  button.addEventListener('click', () => {
    copyText(block).then(
      () => {
        button.textContent = copied;
        toast(copied);
        setTimeout(() => {
          button.textContent = copy;
        }, FEEDBACK_MS);
      },
      // Selects the code, so that the reader can copy it with the keyboard.
      () => getSelection()?.selectAllChildren(block),
    );
  });
  return button;
}

async function copyText(block: HTMLElement): Promise<void> {
  if (!navigator.clipboard) throw new Error('no clipboard access');
  await navigator.clipboard.writeText(block.textContent ?? '');
}

function makeButton(text: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'listing-tool';
  button.textContent = text;
  return button;
}
