import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '#ui/fonts.css';
import '#ui/tokens.css';
import './styles/base.css';
import './styles/pieces.css';
import './styles/queue.css';
import './styles/order.css';
import './styles/reserves.css';
import './styles/boards.css';
import './styles/phone.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { chosenLocale, loadWords } from './words/load-words.ts';

const root = document.getElementById('office');
if (root === null) throw new Error('the page has no #office');
const words = await loadWords(chosenLocale());
createRoot(root).render(<App words={words} />);
