import type { ConversationDetail } from '../../../api/types';
import { formatTokens } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';
import { Badge } from '../../../ui/badge';
import { ButtonLink } from '../../../ui/button-link';
import { CopyButton } from '../../../ui/copy-button';
import { PageHeader } from '../../../ui/page-header';
import { Time } from '../../../ui/time';
import { DeleteButton } from '../../../workspace/delete-button';
import { useList } from '../../../workspace/use-list';
import { useWorkspace } from '../../../workspace/workspace';
import { useDeleteConversation } from './conversation-mutations';

const MAX_TITLE_LENGTH = 90;

/** Title, facts and actions of a conversation. */
export function ConversationHeader({ conversation }: { conversation: ConversationDetail }) {
  const { canWrite, href } = useWorkspace();
  const { input_tokens: input, output_tokens: output } = conversation;
  const title = truncate(conversation.preview) || 'Conversation';
  const list = useList('Conversations', 'conversations');
  const deletion = useDeleteConversation(conversation.id, list.to);
  return (
    <PageHeader
      title={title}
      parent={list}
      facts={
        <>
          <Badge>{conversation.type}</Badge>
          <Time at={conversation.created_at} />
          <span>{pluralize(conversation.message_count, 'message')}</span>
          {conversation.tool_call_count > 0 && (
            <span>{pluralize(conversation.tool_call_count, 'tool call')}</span>
          )}
          {conversation.models.length > 0 && <span>{conversation.models.join(', ')}</span>}
          {input !== null && <span>{formatTokens(input)} in</span>}
          {output !== null && <span>{formatTokens(output)} out</span>}
          {conversation.external_id !== null && <span>External ID {conversation.external_id}</span>}
          {conversation.notices?.map(({ kind, message }) => (
            <span key={kind}>{message}</span>
          ))}
          {Object.entries(conversation.tags).map(([key, value]) => (
            <Badge key={key}>
              {key}:{value}
            </Badge>
          ))}
        </>
      }
      actions={
        <>
          <CopyButton text={conversation.id} label="Copy ID" />
          {canWrite && <ButtonLink to={href(`review?conversation=${conversation.id}`)}>Review</ButtonLink>}
          <DeleteButton name={title} deletion={deletion}>
            This also deletes its messages, its evaluations and the replies that experiments generated for it.
            The metrics of these experiments stay.
          </DeleteButton>
        </>
      }
    />
  );
}

function truncate(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_TITLE_LENGTH
    ? text
    : `${characters.slice(0, MAX_TITLE_LENGTH - 1).join('')}…`;
}
