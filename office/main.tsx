import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '#ui/fonts.css';
import '#ui/tokens.css';
import '#ui/chart/chart.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/pieces.css';
import './styles/queue.css';
import './styles/order.css';
import './styles/notice.css';
import './styles/reserves.css';
import './styles/boards.css';
import './styles/lists.css';
import './styles/opening.css';
import './styles/by-hand.css';
import './styles/cards.css';
import './styles/search.css';
import './styles/account.css';
import './styles/alarms.css';
import './styles/texts.css';
import './styles/figures.css';
import './styles/customers.css';
import './styles/limits.css';
import './styles/rates.css';
import './styles/catalogue.css';
import './styles/chat.css';
import './styles/content.css';
import './styles/phone.css';
import { createRoot } from 'react-dom/client';
import { reportErrors, reportThrown } from '#ui/reports/report-errors.ts';
import { App } from './App.tsx';
import { chosenLocale, loadWords } from './words/load-words.ts';

reportErrors(async () => (await import('#ui/reports/send-reports.ts')).connectReports);
const root = document.getElementById('office');
if (root === null) throw new Error('the page has no #office');
try {
  const words = await loadWords(chosenLocale());
  createRoot(root).render(<App words={words} />);
} catch (error) {
  // The page itself says so (`index.html`)
  dispatchEvent(new Event('office-unopened'));
  reportThrown(error);
}
