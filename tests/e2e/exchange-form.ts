import type { Locale } from '#core/locale.ts';
import { expect, type Page, untilRunning } from './page-test.ts';
import type { System } from './order.ts';
import { pathIn, pattern, wordsOf } from './words.ts';

export type Side = 'income' | 'outcome';

export interface ExchangeForm {
  readonly open: (path?: string) => Promise<void>;
  /** Selects a payment system in the list of a side. */
  readonly choose: (side: Side, system: System) => Promise<void>;
  readonly amount: (side: Side) => ReturnType<Page['getByRole']>;
  /** A field below the amounts by its label; the e-mail field without one. */
  readonly field: (label: string) => ReturnType<Page['getByRole']>;
  readonly email: () => ReturnType<Page['getByRole']>;
  readonly terms: () => ReturnType<Page['getByRole']>;
  /** Fills in everything that is empty: requisites from the examples, an e-mail, the consent. */
  readonly fillDetails: (systems: { readonly from: System; readonly to: System }) => Promise<void>;
  /** Waits until both amounts are shown and belong to the typed amount. */
  readonly expectNumbers: () => Promise<void>;
  readonly submitButton: () => ReturnType<Page['getByRole']>;
}

/** The exchange page by its labels and names only. */
export function exchangeForm(page: Page, locale: Locale): ExchangeForm {
  const t = wordsOf(locale);
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  const amount = (side: Side) => page.getByRole('textbox', { name: pattern(t, `exchange.${side}.amount`, ['name']) });
  const email = () => field(t('exchange.form.email'));
  const terms = () => page.getByRole('checkbox', { name: new RegExp(`^${t('exchange.form.terms_before')}`) });
  const submitButton = () => page.getByRole('button', { name: t('exchange.form.submit'), exact: true });
  return {
    amount,
    field,
    email,
    terms,
    submitButton,
    async open(path = '/') {
      await page.goto(pathIn(locale, path));
      await untilRunning(page);
    },
    async choose(side, system) {
      const picker = page.getByRole('button', { name: t(`exchange.${side}.choose`) });
      await picker.click();
      const dialog = page.getByRole('dialog', { name: t(`exchange.${side}.choose`) });
      await dialog.getByRole('combobox', { name: t('exchange.search') }).fill(system.id);
      await dialog.getByRole('option', { name: system.name }).first().click();
      await expect(dialog).toBeHidden();
      await expect(picker).toContainText(system.name);
    },
    async fillDetails({ from, to }) {
      for (const { example, label, required } of [...to.outcome_fields, ...from.income_fields]) {
        if (required && (await field(label).inputValue()) === '') await field(label).fill(example ?? '');
      }
      await email().fill('guest@example.org');
      await terms().check();
    },
    async expectNumbers() {
      await expect(submitButton()).not.toHaveAttribute('aria-disabled', 'true');
      await expect(amount('income')).not.toHaveValue('');
      await expect(amount('outcome')).not.toHaveValue('');
    },
  };
}
