import type { Pager } from '../platform/http/pager';
import type { Route } from '../platform/http/route';
import { conversationRoutes } from './conversation.routes';
import {
  type ConversationService,
  type ConversationServiceDependencies,
  createConversationService,
} from './conversation.service';
import { findingRoutes } from './findings/finding.routes';
import { createFindingService } from './findings/finding.service';
import { messageRoutes } from './message.routes';
import { messageFilterRoutes } from './message-filter/message-filter.routes';
import { createTransferLimit, type TransferLimit } from './transfer/transfer-limit';

export interface ConversationsRoom {
  conversations: ConversationService;
  /** Of exports of any kind. */
  exports: TransferLimit;
  routes: Route[];
}

/** Conversations, their messages and findings. */
export function createConversations({
  maxBodyBytes,
  queryTimeoutMs,
  pager,
  ...sources
}: ConversationServiceDependencies & {
  maxBodyBytes: number;
  queryTimeoutMs: number;
  pager: Pager;
}): ConversationsRoom {
  const conversations = createConversationService(sources);
  const exports = createTransferLimit('exports');
  return {
    conversations,
    exports,
    routes: [
      ...conversationRoutes({ conversations, exports, pager, maxBodyBytes, queryTimeoutMs }),
      ...messageRoutes({ conversations, pager, queryTimeoutMs }),
      ...findingRoutes({ findings: createFindingService(), exports, pager, queryTimeoutMs }),
      ...messageFilterRoutes(),
    ],
  };
}
