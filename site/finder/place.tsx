import { asReadyAnswer } from '../../domain/messages/contract/ready-replies.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { conversationPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import type { PageMetadata } from '../../ui/page-metadata.ts';
import type { PageContext } from '../document/page.ts';
import { DetailsForm } from './details-form.tsx';

type PlacePageProps = {
  context: PageContext;
  secret: string;
  conversation: FunctionOutput<'readFinderConversation'>;
  idempotencyKey: string;
};

export function placeMetadata({ t, brand }: PageContext): PageMetadata {
  return {
    title: t('details.pageTitle', { product: brand.productName }),
    description: t('conversation.description'),
    keywords: t('conversation.keywords'),
    noindex: true,
  };
}

/** Where the finder says where the thing is: in words, without scripts too, or by the device, in two steps. */
export function PlacePage({ context: { t }, secret, conversation: { id, messages }, idempotencyKey }: PlacePageProps) {
  const answer = messages.map((message) => asReadyAnswer(message.answer)).findLast(Boolean);
  return (
    <div className="found">
      <h1>{t(answer ? `details.ask-${answer}` : 'details.say')}</h1>
      <DetailsForm t={t} secret={secret} conversationId={id} idempotencyKey={idempotencyKey} answer={answer}>
        <fieldset data-position="" hidden>
          <p
            role="status"
            data-asking={t('details.asking')}
            data-failed={t('details.failed')}
            data-area={t('details.area', { position: '{position}' })}
            data-exact={t('details.exact', { position: '{position}' })}
          >
            {t('details.askHint')}
          </p>
          <p className="link-actions">
            <Button type="button" variant="secondary" data-ask="">
              {t('details.ask')}
            </Button>
            <Button type="button" variant="secondary" data-precision={t('details.giveArea')} hidden>
              {t('details.giveExact')}
            </Button>
            <Button type="button" variant="secondary" data-leave-out="" hidden>
              {t('details.leaveOut')}
            </Button>
          </p>
          {(['latitude', 'longitude', 'isExact'] as const).map((name) => (
            <input key={name} type="hidden" name={name} />
          ))}
        </fieldset>
      </DetailsForm>
      <p>
        <a href={conversationPath(secret)}>{t('details.back')}</a>
      </p>
    </div>
  );
}
