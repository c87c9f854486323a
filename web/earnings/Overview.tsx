import { useTranslation } from '#web/i18n/use-translation.ts';
import { Banners } from '#web/earnings/Banners.tsx';
import { FiguresPart } from '#web/earnings/FiguresPart.tsx';
import { LinkPart } from '#web/earnings/LinkPart.tsx';
import type { Overview as OverviewData } from '#web/earnings/load-overview.ts';
import { ReferralList } from '#web/earnings/ReferralList.tsx';
import { Steps } from '#web/earnings/Steps.tsx';
import { TierPart } from '#web/earnings/TierPart.tsx';

/** First page of earnings: link, tier, figures, referrals, banners. */
export function Overview({ terms, programme, figures, referrals, page, pages, total, publicUrl, texts }: OverviewData) {
  const { t } = useTranslation();
  if (terms.link === null) return <p>{t('earnings.for_customers')}</p>;
  const isNew = total === 0 && figures.total.clicks === 0;
  return (
    <div className="grid gap-10">
      {isNew ? <Steps /> : null}
      <LinkPart link={terms.link} texts={texts} />
      <TierPart terms={terms} programme={programme} />
      {isNew ? null : <FiguresPart figures={figures} />}
      <ReferralList referrals={referrals} page={page} pages={pages} total={total} />
      <Banners link={terms.link} publicUrl={publicUrl} texts={texts} />
    </div>
  );
}
