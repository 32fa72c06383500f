import { formatMoney, percentOf, taxSentence, withoutTax } from '../../../domain/shop/contract/money.ts';
import type { OrderForAdmin } from '../../../domain/shop/contract/order-view.ts';
import { adminOrdersPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { DayAndTime, Section, Subject } from './admin-page.tsx';
import { OrderMoney, type PartProps } from './order-money.tsx';
import { Notes } from './order-notes.tsx';
import { AddressButton, NextSteps } from './order-steps.tsx';
import { adminKeys, orderQuery } from './queries.ts';
import { ShortTable } from './short-table.tsx';

export function Order({ id }: { id: string }) {
  return (
    <Subject
      back={{ label: t('orderAdmin.title'), href: adminOrdersPath() }}
      query={orderQuery(id)}
      failure={t('orderAdmin.orderFailed')}
      missing={t('orderAdmin.noSuchOrder')}
    >
      {(shown) => (
        <>
          <div className="grid gap-1">
            <PageHeading>{t('orderAdmin.order', { number: String(shown.number) })}</PageHeading>
            <p role="status" className="text-xl font-bold">
              {t('orderAdmin.state', { state: shown.state })}
            </p>
          </div>
          {shown.withdrawnAt && (
            <Alert tone={shown.paidMinor > 0 ? 'error' : 'info'} title={t('orderAdmin.withdrawn')}>
              <p>{t(wordsOfWithdrawal(shown))}</p>
            </Alert>
          )}
          <Problems id={id} order={shown} />
          <div className="flex flex-row-reverse flex-wrap items-start gap-8">
            <div className="grid grow basis-72 grid-cols-1 gap-6 rounded-card border-2 border-line bg-card p-4">
              <NextSteps id={id} order={shown} />
              <Buyer id={id} order={shown} />
            </div>
            <div className="grid min-w-0 grow-[99] basis-[min(32rem,100%)] grid-cols-1 gap-8">
              <Goods order={shown} />
              <OrderMoney id={id} order={shown} />
              <Notes id={id} notes={shown.notes} />
              <Steps order={shown} />
            </div>
          </div>
        </>
      )}
    </Subject>
  );
}

function wordsOfWithdrawal({ paidMinor, canCancel }: OrderForAdmin) {
  if (paidMinor > 0) return 'orderAdmin.withdrawnText';
  return canCancel ? 'orderAdmin.withdrawnFree' : 'orderAdmin.withdrawnSettled';
}

function Problems({ id, order: { problems } }: PartProps) {
  return problems.map((problem) => {
    const { reason, amountMinor: minor, currency, reference } = problem;
    return (
      <Alert key={problem.id} tone="error" title={t('orderAdmin.problemTitle')}>
        <p>{t('orderAdmin.problem', { reason, sum: formatMoney({ minor, currency }, t.language) })}</p>
        {reason !== 'overpaid' && <p className="wrap-anywhere">{t('orderAdmin.problemReference', { reference })}</p>}
        <ConfirmButton
          label={t('orderAdmin.accept')}
          question={t('orderAdmin.acceptQuestion')}
          verbVariant="primary"
          text={t('orderAdmin.acceptText')}
          changes={[adminKeys.orders]}
          action={() => callFunction('acceptPayment', { id, problem: problem.id })}
        />
      </Alert>
    );
  });
}

function Goods({ order }: { order: OrderForAdmin }) {
  const { lines, deliveryMinor, totalMinor, taxMinor, taxRate, currency } = order;
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  const nets = withoutTax([...lines.map((line) => line.totalMinor), deliveryMinor], taxRate);
  const taxed = taxRate > 0;
  const withTax = (name: string, sumMinor: number, net: number | undefined, more: string[] = ['', ''], id = name) => ({
    id,
    cells: [name, ...more, ...(taxed ? [money(sumMinor - (net ?? sumMinor))] : []), money(sumMinor)],
  });
  return (
    <Section id="goods" title={t('orderAdmin.goods')}>
      <ShortTable
        labelledBy="goods"
        labels={[
          t('orderAdmin.product'),
          t('orderAdmin.quantity'),
          t('orderAdmin.unitPrice'),
          ...(taxed ? [t('orderAdmin.vat', { rate: percentOf(taxRate, t.language) })] : []),
          t('orderAdmin.total'),
        ]}
        rows={[
          ...lines.map(({ name, quantity, unitMinor, totalMinor: sum }, n) =>
            withTax(name, sum, nets[n], [quantity.toLocaleString(t.language), money(unitMinor)], `${n} ${name}`),
          ),
          withTax(t('orderAdmin.delivery'), deliveryMinor, nets.at(-1)),
        ]}
        sums={[withTax(t('orderAdmin.total'), totalMinor, totalMinor - taxMinor)]}
      />
      {!taxed && <p className="text-ink-soft">{taxSentence(order, money, t)}</p>}
    </Section>
  );
}

function Buyer({ id, order }: PartProps) {
  const { email, addressLines } = order;
  return (
    <Section id="buyer" title={t('orderAdmin.buyer')} className="grid grid-cols-1 gap-2">
      <address className="wrap-anywhere whitespace-pre-line not-italic">{addressLines.join('\n')}</address>
      <p className="wrap-anywhere" dir="ltr">
        <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
      </p>
      {order.isMailFailing && <p className="font-bold">{t('orderAdmin.mailFailed')}</p>}
      {order.canReaddress && <AddressButton id={id} order={order} />}
    </Section>
  );
}

/** Such a step is noted together with its money. */
const stepsOfMoney = ['partPaid', 'paid', 'overpaid', 'partRefunded', 'refunded'];

function Steps({ order: { steps, payments, currency } }: { order: OrderForAdmin }) {
  const wordsOf = ({ kind, at }: OrderForAdmin['steps'][number]) => {
    const step = t('orderAdmin.step', { kind });
    const payment = stepsOfMoney.includes(kind) && payments.find((each) => each.at === at);
    if (!payment) return step;
    const minor = Math.abs(payment.amountMinor);
    return t('orderAdmin.stepSum', { step, sum: formatMoney({ minor, currency }, t.language) });
  };
  return (
    <Section id="steps" title={t('orderAdmin.steps')}>
      <ShortTable
        labelledBy="steps"
        labels={[t('orderAdmin.event'), t('orderAdmin.who'), t('orderAdmin.when')]}
        rows={steps.map((step) => ({
          id: step.at + step.kind,
          cells: [
            wordsOf(step),
            step.by ?? t('orderAdmin.actor', { actor: step.actor }),
            <DayAndTime key={step.at} at={step.at} />,
          ],
        }))}
      />
    </Section>
  );
}
