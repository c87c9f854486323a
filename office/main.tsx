import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '#ui/fonts.css';
import '#ui/tokens.css';
import '#ui/chart/chart.css';
import './styles/base.css';
import './styles/pieces.css';
import './styles/queue.css';
import './styles/order.css';
import './styles/decision-strip.css';
import './styles/boards.css';
import './styles/lists.css';
import './styles/phone.css';
import { createRoot } from 'react-dom/client';
import { reportErrors, reportThrown } from '#ui/reports/report-errors.ts';
import { App } from './App.tsx';
import { initialLocale, loadMessages } from './i18n/load-messages.ts';

reportErrors(async () => (await import('#ui/reports/send-reports.ts')).connectReports);
const root = document.getElementById('office');
if (root === null) throw new Error('the page has no #office');
try {
  const messages = await loadMessages(initialLocale());
  createRoot(root).render(<App messages={messages} />);
} catch (error) {
  // `index.html` shows the failure
  dispatchEvent(new Event('office-unopened'));
  reportThrown(error);
}
