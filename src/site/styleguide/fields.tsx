import { Checkbox, ErrorSummary, SubmitButton, TextField } from '../../ui/form.tsx';
import { Section } from './section.tsx';

export function Fields() {
  return (
    <Section title="Fields">
      <ErrorSummary
        title="请修改以下内容："
        errors={[{ field: 'sample-wrong', message: '邮箱格式不对' }]}
      />
      <TextField name="sample-name" label="用户名 Name" hint="2–20 个字" />
      <TextField name="sample-wrong" label="邮箱 E-mail" error="邮箱格式不对" value="灯火" />
      <Checkbox name="sample-check" label="先审后发" hint="之后可以再改" checked />
      <label class="row">
        <input class="switch" type="checkbox" role="switch" aria-checked="true" checked /> 评论通知
      </label>
      <label class="row">
        <input class="switch" type="checkbox" role="switch" aria-checked="false" /> 点赞通知
      </label>
      <SubmitButton large>保存 Save</SubmitButton>
    </Section>
  );
}
