/** Pictures of other sites in the editor; part of `write`. */
export const foreignPictures = {
  fetching_one: 'Fetching picture {{done}}/{{count}}',
  fetching_other: 'Fetching pictures {{done}}/{{count}}',
  fetching_cancel: 'Stop',
  missing_waiting: 'Waiting to be fetched…',
  missing_fetching: 'Fetching…',
  missing_uploading: 'Uploading…',
  missing_idle: 'This picture is still on another site',
  missing_failed: 'Not fetched: {{reason}}',
  missing_from: 'from {{host}}',
  missing_retry: 'Fetch again',
  missing_choose: 'Choose a picture instead',
  missing_remove: 'Remove',
  missing_name: 'Picture',
  missing_no_draft: 'The post cannot be saved on the server yet, so no picture can be fetched.',
  missing_rejected: '“{{name}}” is not a JPG, PNG, GIF or WebP picture of at most 5 MB.',
  fetched_all_one: '{{count}} picture is now stored on this site.',
  fetched_all_other: '{{count}} pictures are now stored on this site.',
  fetched_some_one:
    '{{count}} picture could not be fetched. A placeholder marks it: try again, or choose another picture.',
  fetched_some_other:
    '{{count}} pictures could not be fetched. Placeholders mark them: try again, or choose other pictures.',
  check_missing: 'No picture is missing (advised)',
  check_missing_count_one: '{{count}} picture is missing',
  check_missing_count_other: '{{count}} pictures are missing',
};
