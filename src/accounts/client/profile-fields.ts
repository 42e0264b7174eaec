import { findNameFault, readUsername, USERNAME_MAX, USERNAME_MIN } from '../../profiles/rules.ts';

/** Says while somebody types what the service would say afterwards. */
export function helpWithProfile(): void {
  document.addEventListener('input', (event) => {
    const field = event.target as HTMLInputElement;
    if (field.id === 'username') judgeName(field);
    if (field.id === 'signature') countSignature(field);
  });
}

function judgeName(field: HTMLInputElement): void {
  const name = readUsername(field.value);
  const changed = name !== (field.dataset['current'] ?? '');
  const fault = changed && name !== '' && findNameFault(name) !== undefined;
  field.setCustomValidity(fault ? (field.dataset['fault'] ?? '') : '');
  for (const [rule, kept] of Object.entries(rulesKept(name))) {
    const line = document.querySelector<HTMLElement>(`[data-rule="${rule}"]`);
    if (line) line.dataset['kept'] = name === '' ? '' : String(kept);
  }
  const cost = document.getElementById('username-cost');
  const sentence = cost?.dataset[changed && name !== '' ? 'changed' : 'unchanged'];
  if (cost && sentence) cost.textContent = sentence;
}

/** Which of the rules on the page hold; the last one stands for all that is left. */
function rulesKept(name: string): Record<'length' | 'blank' | 'digits', boolean> {
  const { length } = [...name];
  const rules = {
    length: length >= USERNAME_MIN && length <= USERNAME_MAX,
    blank: !/[\s@＠]/u.test(name),
  };
  const sound = rules.length && rules.blank;
  return { ...rules, digits: sound ? findNameFault(name) === undefined : !/^\p{N}+$/u.test(name) };
}

function countSignature(field: HTMLInputElement): void {
  const { length } = [...field.value.trim()];
  const max = Number(field.dataset['max']);
  const count = document.querySelector<HTMLElement>('[data-count-of="signature"]');
  if (count) {
    count.textContent = `${length}/${max}`;
    count.classList.toggle('field-count-over', length > max);
  }
  field.setCustomValidity(length > max ? (field.dataset['fault'] ?? '') : '');
}
