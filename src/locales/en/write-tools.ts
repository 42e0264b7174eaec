/** The editor's tools for tables, tasks, notes and formulas; part of the section `write`. */
export const writeTools = {
  tool_tasks: 'Task list',
  tool_table: 'Table',
  tool_formula: 'Formula',
  tool_footnote: 'Footnote',

  slash_tasks: 'Check off one by one',
  slash_table: 'Three by three to start with',
  slash_formula: 'Written in TeX',
  slash_footnote: 'A remark below the text',

  task_label: 'Task:',

  note_hint:
    'Readers follow a number in the text to this remark below it. Plain text; addresses become links.',
  note_not_here: 'A footnote needs a paragraph. Headings and captions cannot have one.',
  formula_hint: 'Write TeX, such as \\frac{a}{b}. In the text you can also type $E=mc^2$.',
  formula_block: 'On a line of its own',
  formula_preview: 'Preview',
  formula_bad: 'This TeX has an error. Readers would see the source.',
  node_remove: 'Remove',

  table_tools: 'Table',
  table_row_above: '↑ Row',
  table_row_above_hint: 'Add a row above',
  table_row_below: '↓ Row',
  table_row_below_hint: 'Add a row below',
  table_column_before: '← Column',
  table_column_before_hint: 'Add a column to the left',
  table_column_after: '→ Column',
  table_column_after_hint: 'Add a column to the right',
  table_header: 'Header',
  table_header_hint: 'Use the first row as a header',
  table_row_remove: 'Delete row',
  table_row_remove_hint: 'Delete this row',
  table_column_remove: 'Delete column',
  table_column_remove_hint: 'Delete this column',
  table_remove: 'Delete table',
  table_remove_hint: 'Delete the whole table',

  embed_link: 'Players and cards of other sites are not loaded here. It became a plain link.',
};
