import { LineChart } from '../../ui/chart/line-chart.tsx';
import { mountIslands } from '../../ui/client/islands.ts';
import { showLocalDrafts } from './local-drafts.ts';

/** Interactive charts, and the drafts on this device. */
mountIslands({ 'line-chart': LineChart });
void showLocalDrafts();
