package com.example.outreach.webhooks;

import org.springframework.data.domain.AbstractPageRequest;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;

/** A page that may begin at any record. */
class OffsetRequest extends AbstractPageRequest {

  private static final long serialVersionUID = 1L;
  private static final Sort ORDER = Sort.by("id");

  private final long offset;

  OffsetRequest(long offset, int limit) {
    super(0, limit);
    this.offset = offset;
  }

  @Override
  public long getOffset() {
    return offset;
  }

  @Override
  public Sort getSort() {
    return ORDER;
  }

  @Override
  public boolean hasPrevious() {
    return offset > 0;
  }

  @Override
  public Pageable next() {
    return new OffsetRequest(offset + getPageSize(), getPageSize());
  }

  @Override
  public Pageable previous() {
    return new OffsetRequest(Math.max(0, offset - getPageSize()), getPageSize());
  }

  @Override
  public Pageable first() {
    return new OffsetRequest(0, getPageSize());
  }

  @Override
  public Pageable withPage(int page) {
    return PageRequest.of(page, getPageSize(), ORDER);
  }
}
