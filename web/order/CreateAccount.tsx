import { Link, useRouteLoaderData } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { loader as rootLoader } from '#web/root.tsx';
import { STEP_OF, type Order } from './order.ts';
import { checkPasswordShape } from '#core/security/password-shape.ts';
import type { Rule } from '#web/form/rules.ts';

/** A new password by its length and characters; the server refuses common ones too, whose list is too long for this page. */
const passwordShape: Rule = (value) => {
  if (value === '') return { code: 'required' };
  const shape = checkPasswordShape(value);
  return shape.ok ? null : (shape.refusals[0] ?? null);
};

/** Shown on the order from which an account was just created. */
export function AccountCreatedNotice({ order }: { readonly order: Order }) {
  const { t, to } = useTranslation();
  return (
    <div className="mb-4 print:hidden">
      <Notice role="status" title={t('order.keep.done_title')}>
        <p className="wrap-anywhere">{t('order.keep.done', { email: order.email_masked })}</p>
        <p>
          <Link className="link inline-flex min-h-11 items-center" to={to('/account')}>
            {t('order.keep.open')}
          </Link>
        </p>
      </Notice>
    </div>
  );
}

/** Creates an account from a guest's order: its e-mail is known, only a password is asked. */
export function CreateAccountForm({ order }: { readonly order: Order }) {
  const { t, to } = useTranslation();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  if (site === undefined || site.isSignedIn || STEP_OF[order.status] === null) return null;
  return (
    <section aria-labelledby="keep-order" className="mt-8 print:hidden">
      <h2 id="keep-order" className="text-lg font-semibold">
        {t('order.keep.title')}
      </h2>
      <p className="mt-1 mb-4 text-sm leading-6 text-muted wrap-anywhere">{t('order.keep.text', { email: order.email_masked })}</p>
      <CheckedForm rules={{ password: passwordShape }} method="post" action={to(`/order/${order.id}/account`)} className="grid gap-4">
        <TextField
          label={t('order.keep.password')}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint={t('order.keep.rule')}
        />
        <Button type="submit" className="justify-self-start">
          {t('order.keep.submit')}
        </Button>
      </CheckedForm>
    </section>
  );
}
