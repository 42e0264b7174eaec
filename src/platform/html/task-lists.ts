import type { Element, Nodes, Root } from 'hast';

const TASK_LIST_CLASS = 'task-list';

export function isTaskList(node: Nodes | undefined): boolean {
  return (
    node?.type === 'element' &&
    node.tagName === 'ul' &&
    String(node.properties['className'] ?? '') === TASK_LIST_CLASS
  );
}

/** Shows each task with a check box that readers cannot change. False if there are none. */
export function showTasks(tree: Root): boolean {
  let found = false;
  visit(tree);
  return found;

  function visit(node: Nodes): void {
    if (!('children' in node)) return;
    for (const child of node.children) {
      visit(child);
      if (!isTaskList(node) || child.type !== 'element' || child.tagName !== 'li') continue;
      found = true;
      child.children.unshift(checkboxOf(child.properties['dataChecked'] === 'true'));
    }
  }
}

function checkboxOf(checked: boolean): Element {
  const properties = { type: 'checkbox', disabled: true, checked };
  return { type: 'element', tagName: 'input', properties, children: [] };
}
