import { findNameFault, readUsername, USERNAME_MAX, USERNAME_MIN } from '../../profiles/rules.ts';

/** Shows while typing what the server would reject. */
export function enhanceProfileFields(): void {
  document.addEventListener('input', (event) => {
    const field = event.target as HTMLInputElement;
    if (field.id === 'username') checkName(field);
    if (field.id === 'signature') countSignature(field);
  });
}

function checkName(field: HTMLInputElement): void {
  const name = readUsername(field.value);
  const changed = name !== (field.dataset['current'] ?? '');
  const fault = changed && name !== '' && findNameFault(name) !== undefined;
  field.setCustomValidity(fault ? (field.dataset['fault'] ?? '') : '');
  for (const [rule, isMet] of Object.entries(checkRules(name))) {
    const item = document.querySelector<HTMLElement>(`[data-rule="${rule}"]`);
    if (item) item.dataset['met'] = name === '' ? '' : String(isMet);
  }
  const cost = document.getElementById('username-cost');
  const sentence = cost?.dataset[changed && name !== '' ? 'changed' : 'unchanged'];
  if (cost && sentence) cost.textContent = sentence;
}

/** Whether each rule on the page is met; the last one covers all other faults. */
function checkRules(name: string): Record<'length' | 'blank' | 'digits', boolean> {
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
