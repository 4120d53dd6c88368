import { useMutation } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { saveFile } from '../../../ui/save-file';
import { useWorkspace } from '../../../workspace/workspace';

/** Downloads the reviewed replies of an experiment as labeled data, which `assay measure --recorded` reads. */
export function DownloadSample({ experimentId }: { experimentId: string }) {
  const { client } = useWorkspace();
  const download = useMutation({
    mutationFn: () =>
      read(
        client.GET('/v1/accuracy/export', {
          params: { query: { experiment_id: experimentId } },
          parseAs: 'blob',
        }),
      ),
    onSuccess: (cases) => saveFile(cases, `labeled-${experimentId}.ndjson`),
  });
  return (
    <>
      <Button isDisabled={download.isPending} onPress={() => download.mutate()}>
        {download.isPending ? 'Downloading…' : 'Download labeled data'}
      </Button>
      {download.error !== null && <ErrorNotice error={download.error} />}
    </>
  );
}
