import { configureGlobal } from 'fast-check';

/** Property tests use the same seed in every run: failures are found by changing the seed, never by chance. */
configureGlobal({ seed: 20_261_123 });
