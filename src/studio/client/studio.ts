import { mountIslands } from '../../ui/client/islands.ts';
import { LineChart } from '../chart/line-chart.tsx';
import { runImportButton } from './markdown/import-button.ts';
import { showLocalDrafts } from './show-local-drafts.ts';

/** Interactive charts, the drafts on this device, and the import of files. */
mountIslands({ 'line-chart': LineChart });
void showLocalDrafts();
runImportButton();
